# Linux: DateComponentsFormatter is marked unavailable.
s/DateComponentsFormatter\.localizedString(.*)/Optional(String(describing: dateComponents))/
