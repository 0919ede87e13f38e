/** A valid composition of about ten kilobytes: blood pressure over a day. */
import { bloodPressure } from '../test/records.ts'

export function tenKilobytes(): string {
  const readings = Array.from({ length: 15 }, (_, hour) => ({
    systolic: 110 + hour,
    diastolic: 70 + hour,
    time: `2026-11-14T${String(hour).padStart(2, '0')}:00:00Z`,
  }))
  return JSON.stringify(bloodPressure(readings))
}
