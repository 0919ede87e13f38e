/** The screens of the rail and of the command palette, in their order. */
import {
  Activity,
  ArrowLeftRight,
  BookMarked,
  Braces,
  Contact,
  FileCode2,
  FolderOpen,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  ScrollText,
  Server,
  Settings,
  ShieldCheck,
  Siren,
  SquareTerminal,
  Table2,
  Users,
  Webhook,
} from 'lucide-react'
import type { CommonKey } from '../language/use-texts.ts'
import type { Right } from '../session/rights.ts'

interface Destination {
  readonly to: string
  readonly label: CommonKey
  readonly icon: LucideIcon
  /** Shown only to readers who have it. */
  readonly right?: Right
}

export const DESTINATIONS = [
  { to: '/', label: 'Overview', icon: LayoutDashboard },
  { to: '/ehrs', label: 'EHRs', icon: FolderOpen },
  { to: '/demographics', label: 'Demographics', icon: Contact, right: 'people' },
  { to: '/query', label: 'Query', icon: SquareTerminal },
  { to: '/stored-queries', label: 'Stored queries', icon: BookMarked },
  { to: '/templates', label: 'Templates', icon: FileCode2 },
  { to: '/datamaps', label: 'Datamaps', icon: Table2 },
  { to: '/events', label: 'Events', icon: Activity },
  { to: '/mappings', label: 'Mappings', icon: ArrowLeftRight },
  { to: '/subscriptions', label: 'Subscriptions', icon: Webhook },
  { to: '/clients', label: 'Clients', icon: KeyRound },
  { to: '/people', label: 'People', icon: Users },
  { to: '/roles', label: 'Roles', icon: ShieldCheck },
  { to: '/break-glass', label: 'Break-glass', icon: Siren },
  { to: '/audit', label: 'Audit', icon: ScrollText },
  { to: '/jobs', label: 'Jobs', icon: ListChecks },
  { to: '/api', label: 'API', icon: Braces },
  { to: '/system', label: 'System', icon: Server },
  { to: '/settings', label: 'Settings', icon: Settings },
] as const satisfies readonly Destination[]

/** The screens that a reader may open. */
export const destinationsFor = (rights: ReadonlySet<Right>): readonly (typeof DESTINATIONS)[number][] =>
  DESTINATIONS.filter(each => !('right' in each) || rights.has(each.right))
