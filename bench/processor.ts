import { readFileSync } from 'node:fs'

const MS_PER_TICK = 10

/** User and system time of a process so far; proc(5), fields 14 and 15, counted after the name in brackets. */
export function processorMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
}
