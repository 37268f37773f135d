import { analyseAccount } from '#engine/analyse-account.ts'
import { answerTask } from '#platform/thread.ts'
import { type PackedSnapshot, unpacked } from '../rules/packed-snapshot.ts'

answerTask((snapshot: PackedSnapshot) => analyseAccount(unpacked(snapshot)))
