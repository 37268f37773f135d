import { parentPort, workerData } from 'node:worker_threads'
import { analyseAccount } from '#engine/run-engine.ts'
import type { AccountSnapshot } from '#engine/snapshot.ts'

parentPort?.postMessage(analyseAccount(workerData as AccountSnapshot))
