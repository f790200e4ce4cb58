# Linux: a member of NSObject can't be overridden in an extension (no Objective-C runtime).
s/open override var debugDescription/var linesForPrinting/
s/\$0\.debugDescription/$0.linesForPrinting/
