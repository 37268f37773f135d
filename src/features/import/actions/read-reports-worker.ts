import { parentPort, workerData } from 'node:worker_threads'
import { type ReadTask, readReports } from '../reading/read-reports.ts'

parentPort?.postMessage(readReports(workerData as ReadTask))
