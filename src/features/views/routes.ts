import { type Mount, serve } from '#platform/http.ts'
import { deleteView, saveView } from './actions.ts'
import * as contract from './contract.ts'
import { listViews } from './queries.ts'

export function mountViews(mount: Mount): void {
  serve(mount, contract.listViews, (ctx) => listViews(ctx))
  serve(mount, contract.saveView, saveView)
  serve(mount, contract.deleteView, deleteView)
}
