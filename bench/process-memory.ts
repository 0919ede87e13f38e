/** Memory of a process, from the counters of Linux. */
import { readFileSync } from 'node:fs'

const megabytes = (pid: number, name: string): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
}

/** Resident memory of now, in MB. */
export const residentMemory = (pid: number): number => megabytes(pid, 'VmRSS')

/** The most that it had so far, in MB. */
export const peakMemory = (pid: number): number => megabytes(pid, 'VmHWM')
