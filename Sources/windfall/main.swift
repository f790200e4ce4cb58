import WindfallCommandLine
import WindfallSampleApp

await Windfall.runAsProcess(
    serve: StoreServing.run, trade: MerchantServing.run,
    sell: { await SampleApp.run(products: $0.products, settings: $0.settings) })
