import ArgumentParser

@main
struct Cameo: ParsableCommand {
}
