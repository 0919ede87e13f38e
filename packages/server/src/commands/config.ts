/** `cairn config`: every setting with the value in force; secrets show only that they are set. */
import { type Config, effectiveSettings } from '../config.ts'
import { table } from './table.ts'

export function showConfig(config: Config): void {
  process.stdout.write(table(effectiveSettings(config).map(({ variable, value }) => [variable, value])))
}
