/// The benchmarks: what reading and proving costs, beside OpenSSL's own check of the signature.
///
/// A figure is never judged here: the program ends with 0 whatever it is.
@main
enum WindfallBench {
    static func main() {
        do {
            let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
            if arguments.wantsHelp { print(Arguments.help) } else { try run(arguments) }
        } catch let error as Arguments.Mistake {
            Report.complain(error.description)
            Report.end(.usage)
        } catch {
            Report.complain("\(error)")
            Report.end(.failure)
        }
    }

    private static func run(_ arguments: Arguments) throws {
        let chosen = Measure.all.filter { arguments.chooses($0.name) }
        guard !chosen.isEmpty else { throw Arguments.Mistake(description: "no measure has that in its name") }
        let issuer = try SampleIssuer(verifications: arguments.verifications)
        var report = Report(isJSON: arguments.isJSON)
        for measure in chosen {
            report.add(try measure.take(from: issuer, for: arguments.duration))
        }
        report.finish()
    }
}
