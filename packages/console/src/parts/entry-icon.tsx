/** The icon of a definition. A name that is not in the table has that of a record. */
import {
  Activity,
  CircleGauge,
  ClipboardList,
  Droplets,
  FileText,
  FlaskConical,
  HeartPulse,
  type LucideIcon,
  NotebookPen,
  OctagonAlert,
  Pill,
  Ruler,
  Scan,
  Scissors,
  Send,
  Syringe,
  Thermometer,
  TriangleAlert,
  Weight,
  Wind,
} from 'lucide-react'

const ICONS: Readonly<Record<string, LucideIcon>> = {
  record: FileText,
  alert: OctagonAlert,
  heart: HeartPulse,
  pulse: Activity,
  breath: Wind,
  oxygen: Droplets,
  thermometer: Thermometer,
  weight: Weight,
  height: Ruler,
  score: CircleGauge,
  problem: ClipboardList,
  allergy: TriangleAlert,
  medication: Pill,
  vaccination: Syringe,
  laboratory: FlaskConical,
  imaging: Scan,
  procedure: Scissors,
  request: Send,
  note: NotebookPen,
}

interface Props {
  readonly name: string
  readonly size?: number
  readonly className?: string | undefined
}

export function EntryIcon({ name, size = 17, className }: Props) {
  const Icon = (Object.hasOwn(ICONS, name) ? ICONS[name] : undefined) ?? FileText
  return <Icon size={size} aria-hidden="true" data-icon={name} {...(className ? { className } : {})} />
}
