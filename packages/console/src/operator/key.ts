/** The key of the operator. The memory of the page alone has it: it opens every tenant to changes, and nothing asks for it again. */
import { createStore } from '../store.ts'

/** A page that nobody uses forgets the key after this time. */
const IDLE_MS = 15 * 60_000

export const operatorKey = createStore<string | undefined>(undefined)

let idle: ReturnType<typeof setTimeout> | undefined

function waitAgain(): void {
  clearTimeout(idle)
  if (operatorKey.get() !== undefined) idle = setTimeout(forgetKey, IDLE_MS)
}

export function takeKey(key: string): void {
  operatorKey.set(key)
  waitAgain()
}

export function forgetKey(): void {
  operatorKey.set(undefined)
  clearTimeout(idle)
}

for (const use of ['pointerdown', 'keydown']) document.addEventListener(use, waitAgain)
