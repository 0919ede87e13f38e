#!/usr/bin/env node
// An old Node cannot read the program: the check comes first, and the file that imports the program comes after it.
require('@cairn-ehr/server/node-version.cjs')
require('./start.cjs')
