import WindfallCommandLine

Windfall.runAsProcess()
