/** The screens of the rail and of the command palette, in their order. */
import { FolderOpen, type LucideIcon, SquareTerminal } from 'lucide-react'
import type { TextKey } from '../language/translate.ts'

export interface Destination {
  readonly to: '/ehrs' | '/query'
  readonly label: TextKey
  readonly icon: LucideIcon
}

export const DESTINATIONS: readonly Destination[] = [
  { to: '/ehrs', label: 'EHRs', icon: FolderOpen },
  { to: '/query', label: 'Query', icon: SquareTerminal },
]
