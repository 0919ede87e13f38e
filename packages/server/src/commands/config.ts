/** `cairn config`: every setting with the value in force; secrets show only that they are set. */
import { parseArgs } from 'node:util'
import { type Config, effectiveSettings } from '../settings/index.ts'
import { table } from './table.ts'

export function showConfig(config: Config, args: readonly string[]): void {
  const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean' } } })
  const settings = effectiveSettings(config).map(({ variable, value }) => [variable, value] as const)
  process.stdout.write(
    values.json ? `${JSON.stringify(Object.fromEntries(settings), null, 2)}\n` : table(settings),
  )
}
