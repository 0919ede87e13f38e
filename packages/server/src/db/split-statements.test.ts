import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { splitStatements } from './split-statements.ts'

const CASES: readonly (readonly [about: string, text: string, statements: readonly string[]])[] = [
  ['none', ' -- nothing; at all\n/* nor; here */\n', []],
  ['the last one without a semicolon', 'select 1; select 2', ['select 1', 'select 2']],
  ['semicolons in quotes', `select 'a;''b;', "c;d"; select 2;`, [`select 'a;''b;', "c;d"`, 'select 2']],
  ['comments', 'select 1 -- one;\n; /* two; */ select 2;', ['select 1 -- one;', '/* two; */ select 2']],
  ['bodies', 'do $$ begin; end $$; select $x$ $$; $x$;', ['do $$ begin; end $$', 'select $x$ $$; $x$']],
  ['numbered values', 'select $1; select $2;', ['select $1', 'select $2']],
]

for (const [about, text, statements] of CASES)
  test(`splits ${about}`, () =>
    assert.deepEqual(
      splitStatements(text).map(each => each.trim()),
      statements,
    ))
