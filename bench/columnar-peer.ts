import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { METRIC_COLUMNS } from '../src/platform/db/levels.ts'
import type { Day } from '../src/shared/dates.ts'

export type ColumnarPeer = {
  /** The ten keywords of the whole account with most impressions, most first. */
  topTen: (range: { from: Day; to: Day }) => Promise<{ criterionId: number; costMicros: number }[]>
  close: () => void
}

/** DuckDB with one thread over the daily facts of `csv`: near what a machine can do for long scans. */
export async function openColumnarPeer(folder: string, csv: string): Promise<ColumnarPeer> {
  const instance = await DuckDBInstance.create(join(folder, 'peer.duckdb'), { threads: '1' })
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
