# Linux: URLRequest and URLSession are in FoundationNetworking; dictionaries have no key-value coding.
/^import Foundation$/a\
import FoundationNetworking
s/requestContents\.setValue(\(.*\), forKey: \(.*\))/requestContents[\2] = \1/
