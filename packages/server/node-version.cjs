// Ends the program with one sentence if Node is too old for it. It has syntax that Node 8 can read, and no more.
const { engines } = require('./package.json')

const needed = engines.node.replace('>=', '')

/** The parts of both are whole numbers: 20.19 is newer than 20.2. */
function isOlder(version, than) {
  const parts = version.split('.').map(Number)
  const limits = than.split('.').map(Number)
  const at = limits.findIndex((limit, index) => limit !== parts[index])
  return at >= 0 && parts[at] < limits[at]
}

if (isOlder(process.versions.node, needed)) {
  process.stderr.write(
    `Cairn needs Node ${needed} or newer, and this is ${process.versions.node}: https://nodejs.org/en/download has newer ones.\n`,
  )
  process.exit(1)
}
