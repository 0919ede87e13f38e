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
  { to: '/ehrs', label: 'EHRs', icon: FolderOpen, right: 'api.read' },
  { to: '/demographics', label: 'Demographics', icon: Contact, right: 'people' },
  { to: '/query', label: 'Query', icon: SquareTerminal, right: 'api.read' },
  { to: '/stored-queries', label: 'Stored queries', icon: BookMarked, right: 'api.read' },
  { to: '/templates', label: 'Templates', icon: FileCode2, right: 'api.read' },
  { to: '/datamaps', label: 'Datamaps', icon: Table2, right: 'api.read' },
  { to: '/events', label: 'Events', icon: Activity, right: 'changes' },
  { to: '/mappings', label: 'Mappings', icon: ArrowLeftRight, right: 'mappings' },
  { to: '/subscriptions', label: 'Subscriptions', icon: Webhook, right: 'changes' },
  { to: '/clients', label: 'Clients', icon: KeyRound, right: 'api.admin' },
  { to: '/people', label: 'Accounts', icon: Users, right: 'api.admin' },
  { to: '/roles', label: 'Roles', icon: ShieldCheck, right: 'api.admin' },
  { to: '/break-glass', label: 'Break-glass', icon: Siren, right: 'audit' },
  { to: '/audit', label: 'Audit', icon: ScrollText, right: 'audit' },
  { to: '/jobs', label: 'Jobs', icon: ListChecks, right: 'api.admin' },
  { to: '/api', label: 'API', icon: Braces },
  { to: '/system', label: 'System', icon: Server, right: 'api.admin' },
  { to: '/settings', label: 'Settings', icon: Settings },
] as const satisfies readonly Destination[]

/** The screens that a reader may open. */
export const destinationsFor = (rights: ReadonlySet<Right>): readonly (typeof DESTINATIONS)[number][] =>
  DESTINATIONS.filter(each => !('right' in each) || rights.has(each.right))
