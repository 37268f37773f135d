import multipart from '@fastify/multipart'
import type { CallerContext } from '#platform/context.ts'
import { contextOf, type Mount, serve } from '#platform/http.ts'
import { limitRate } from '#platform/rate-limit.ts'
import { importReports } from './actions/import-reports.ts'
import { MAX_FILES, receiveUpload } from './actions/receive-upload.ts'
import { openReportReader } from './actions/report-reader.ts'
import { forgetLeftFolders, inTemporaryFolder } from './actions/temporary-folder.ts'
import { openUploadGate } from './actions/upload-gate.ts'
import * as contract from './contract.ts'
import { listImportedReports } from './queries.ts'
import { MAX_REPORT_BYTES } from './reading/file-text.ts'

const MINUTE_MS = 60_000

export async function mountImport(mount: Mount): Promise<void> {
  serve(mount, contract.listImportedReports, (ctx, input) =>
    listImportedReports(ctx, input.customerId),
  )
  serve(mount, contract.getImportLimits, async () => ({ maxBytes: MAX_REPORT_BYTES }))

  const read = openReportReader()
  const uploads = openUploadGate()
  await forgetLeftFolders(mount.ctx.log)
  const byUser = limitRate({ name: 'import', max: 40, perMs: MINUTE_MS })
  // In a scope of its own: nowhere else are files accepted.
  await mount.app.register(async (scope) => {
    const limits = {
      fileSize: MAX_REPORT_BYTES + 1,
      files: MAX_FILES,
      fields: 10,
      fieldSize: 20_000,
    }
    await scope.register(multipart, { limits })
    scope.post(contract.IMPORT_PATH, async (request, reply) => {
      const exchange = { request, reply, origin: mount.originOf(request) }
      // 'subscriber' refuses a request without log-in, so the caller is there.
      const ctx = (await contextOf(mount, exchange, {
        access: 'subscriber',
        permission: 'connect',
      })) as CallerContext
      await byUser.count(ctx, ctx.caller.userId)
      return await uploads(ctx.caller.userId, () =>
        inTemporaryFolder(async (folder) => {
          const upload = await receiveUpload(request, folder)
          return await importReports(ctx, read, { ...upload, folder })
        }),
      )
    })
  })
}
