import { join } from 'node:path'
import type { DayRange } from '#shared/dates.ts'
import { METRIC_COLUMNS } from '../src/platform/db/levels.ts'

import { fetchPackage } from './fetched-package.ts'

export type ColumnarPeer = {
  /** The ten keywords of the whole account with most impressions, most first. */
  topTen: (range: DayRange) => Promise<{ criterionId: number; costMicros: number }[]>
  close: () => void
}

/** DuckDB with one thread over the daily facts of `csv`: near what a machine can do for long scans. */
export async function openColumnarPeer(
  duckDb: DuckDb,
  folder: string,
  csv: string,
): Promise<ColumnarPeer> {
  const instance = await duckDb.DuckDBInstance.create(join(folder, 'peer.duckdb'), { threads: '1' })
  const connection = await instance.connect()
  await connection.run(`create table keyword_day as select * from read_csv('${csv}')`)
  await connection.run('checkpoint')
  const sums = METRIC_COLUMNS.map((name) => `sum(${name}) as ${name}`).join(', ')
  return {
    topTen: async ({ from, to }) => {
      const answer = await connection.runAndReadAll(`
        select ad_group_id, criterion_id, ${sums} from keyword_day
        where customer_id = 1 and day between '${from}' and '${to}'
        group by ad_group_id, criterion_id order by sum(impressions) desc limit 10`)
      return answer.getRowObjects().map(({ criterion_id, cost_micros }) => ({
        criterionId: Number(criterion_id),
        costMicros: Number(cost_micros),
      }))
    },
    close: () => {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

/** As much of its package as is used here: no dependency of the project brings its types. */
type DuckDb = {
  DuckDBInstance: {
    create: (file: string, settings: Record<string, string>) => Promise<DuckDbInstance>
  }
}
type DuckDbInstance = {
  connect: () => Promise<{
    run: (statement: string) => Promise<unknown>
    runAndReadAll: (query: string) => Promise<{ getRowObjects: () => Record<string, unknown>[] }>
    closeSync: () => void
  }>
  closeSync: () => void
}

/** Fetched when first asked for, since its 70 MB serve this one comparison. Undefined where it cannot be had. */
export async function fetchDuckDb(): Promise<DuckDb | undefined> {
  return await fetchPackage<DuckDb>({
    name: '@duckdb/node-api',
    version: '1.5.6-r.1',
    entry: 'lib/index.js',
    megabytes: 70,
  })
}
