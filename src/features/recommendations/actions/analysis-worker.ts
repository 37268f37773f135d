import { parentPort, workerData } from 'node:worker_threads'
import { analyseAccount } from '#engine/analyse-account.ts'
import { type PackedSnapshot, unpacked } from '../rules/packed-snapshot.ts'

parentPort?.postMessage(analyseAccount(unpacked(workerData as PackedSnapshot)))
