# Linux: there need be no Documents folder, where these tests write without looking whether it worked.
s/for: \.documentDirectory/for: .cachesDirectory/
s/create: false/create: true/
