// Builds Cairn after `npm ci` and before `npm start`. Written in old syntax: it is the first file that an old Node reads.
require('../packages/server/node-version.cjs')
require('./build-if-changed.cjs')
