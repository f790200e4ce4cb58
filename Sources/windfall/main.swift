import WindfallCommandLine

await Windfall.runAsProcess(serve: StoreServing.run)
