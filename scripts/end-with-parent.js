// Preloaded into what a script starts: when the script is gone, by whatever death, its end of the pipe closes.
process.stdin.on('end', () => process.exit()).resume();
