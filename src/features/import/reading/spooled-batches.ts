import { closeSync, createReadStream, openSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Batch } from '../rules/batches.ts'

/** Rows of an account on their way from the reader's thread to the database: a file with a batch a line. */

export function writeBatches(path: string, batches: Iterable<Batch>): void {
  const file = openSync(path, 'w')
  try {
    for (const batch of batches) writeSync(file, `${JSON.stringify(batch)}\n`)
  } finally {
    closeSync(file)
  }
}

export async function* readBatches(path: string): AsyncGenerator<Batch> {
  const lines = createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  // Only `writeBatches` writes them.
  for await (const line of lines) yield JSON.parse(line) as Batch
}
