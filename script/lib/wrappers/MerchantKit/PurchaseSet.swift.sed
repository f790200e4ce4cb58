# Linux: an import in one file is not seen by the others of the module.
1i\
import Foundation
