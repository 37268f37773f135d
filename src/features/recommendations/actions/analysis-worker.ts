import { parentPort, workerData } from 'node:worker_threads'
import { analyseAccount } from '#engine/run-engine.ts'
import { type PackedSnapshot, unpacked } from '../rules/packed-snapshot.ts'

parentPort?.postMessage(analyseAccount(unpacked(workerData as PackedSnapshot)))
