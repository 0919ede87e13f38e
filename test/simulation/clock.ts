/** Clocks that can be set: a library that is loaded before a program, and a file with the seconds that its clock is ahead. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCE = fileURLToPath(new URL('moved-clock.c', import.meta.url))

export interface Clock {
  /** Environment of a program that goes by this clock. */
  readonly env: Readonly<Record<string, string>>
  /** Sets the clock ahead of the right time by these seconds, or back if they are negative. */
  set(seconds: number): void
}

/** Opens a clock that is right; undefined where there is no C compiler for the library. */
export type OpenClock = (name: string) => Clock | undefined

export function clocksIn(folder: string): OpenClock {
  const library = join(folder, 'moved-clock.so')
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, SOURCE], { stdio: 'ignore' })
  } catch {
    return () => undefined
  }
  return name => {
    const file = join(folder, `${name}.clock`)
    const set = (seconds: number) => {
      const bytes = Buffer.alloc(8)
      bytes.writeBigInt64LE(BigInt(seconds))
      // In place: programs have the file mapped.
      writeFileSync(file, bytes, { flag: 'r+' })
    }
    writeFileSync(file, Buffer.alloc(8), { mode: 0o644 })
    return { env: { LD_PRELOAD: library, CAIRN_TEST_CLOCK: file }, set }
  }
}
