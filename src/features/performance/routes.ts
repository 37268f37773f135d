import { type Mount, serve } from '#platform/http.ts'
import type { ResultCache } from '#platform/result-cache.ts'
import {
  addKeyword,
  addNegative,
  previewKeyword,
  previewNegative,
} from './actions/change-keywords.ts'
import { deleteAccountNote, writeAccountNote } from './actions/notes.ts'
import { undoChange } from './actions/undo-change.ts'
import * as views from './contract/account-views.ts'
import * as changes from './contract/changes.ts'
import * as lists from './contract/entity-lists.ts'
import * as contract from './contract/metrics.ts'
import * as notes from './contract/notes.ts'
import * as portfolio from './contract/portfolio.ts'
import { getAccountMetrics, getAccountTrend, listDaysWithData } from './queries/account.ts'
import { listAccountChanges } from './queries/account-changes.ts'
import { listAdGroups } from './queries/ad-groups.ts'
import { listAds } from './queries/ads.ts'
import { listAssetGroups } from './queries/asset-groups.ts'
import { listAdGroupAudiences, listCampaignAudiences } from './queries/audiences.ts'
import { listCampaignMetrics } from './queries/campaigns.ts'
import { getFullData } from './queries/full-data.ts'
import { listAdGroupKeywords, listCampaignKeywords } from './queries/keywords.ts'
import { listAccountNotes } from './queries/notes.ts'
import { listOwnChanges } from './queries/own-changes.ts'
import { listPortfolio } from './queries/portfolio.ts'
import { getSearchTermCoverage, listSearchTerms } from './queries/search-terms.ts'
import { getHeatmap, listDevices, listPlaces } from './queries/splits.ts'

export function mountPerformance(mount: Mount, cache: ResultCache): void {
  mountAccount(mount, cache)
  mountLists(mount, cache)
  mountChanges(mount)
  mountNotes(mount)
}

function mountAccount(mount: Mount, cache: ResultCache): void {
  serve(mount, contract.getAccountMetrics, (ctx, input) => getAccountMetrics(ctx, cache, input))
  serve(mount, contract.getAccountTrend, (ctx, input) => getAccountTrend(ctx, cache, input))
  serve(mount, contract.listDaysWithData, async (ctx, input) => ({
    fechas: await listDaysWithData(ctx, input.customerId),
  }))
  serve(mount, views.getAccountHeatmap, (ctx, input) => getHeatmap(ctx, cache, input))
  serve(mount, views.listAccountDevices, (ctx, input) => listDevices(ctx, cache, input))
  serve(mount, views.listAccountPlaces, (ctx, input) => listPlaces(ctx, cache, input))
  serve(mount, views.listAccountChanges, (ctx, input) => listAccountChanges(ctx, input))
  serve(mount, views.getFullData, (ctx, input) => getFullData(ctx, cache, input))
  serve(mount, portfolio.listPortfolio, (ctx) => listPortfolio(ctx, cache))
}

function mountLists(mount: Mount, cache: ResultCache): void {
  serve(mount, contract.listCampaignMetrics, (ctx, input) => listCampaignMetrics(ctx, cache, input))
  serve(mount, contract.listAdGroups, (ctx, input) => listAdGroups(ctx, cache, input))
  serve(mount, lists.listAssetGroups, listAssetGroups)
  serve(mount, lists.listAds, (ctx, input) => listAds(ctx, cache, input))
  serve(mount, lists.listCampaignKeywords, (ctx, input) => listCampaignKeywords(ctx, cache, input))
  serve(mount, lists.listAdGroupKeywords, (ctx, input) => listAdGroupKeywords(ctx, cache, input))
  serve(mount, lists.listSearchTerms, (ctx, input) => listSearchTerms(ctx, cache, input))
  serve(mount, lists.getSearchTermCoverage, (ctx, input) =>
    getSearchTermCoverage(ctx, cache, input),
  )
  serve(mount, lists.listCampaignAudiences, (ctx, input) =>
    listCampaignAudiences(ctx, cache, input),
  )
  serve(mount, lists.listAdGroupAudiences, (ctx, input) => listAdGroupAudiences(ctx, cache, input))
}

function mountNotes(mount: Mount): void {
  serve(mount, notes.listAccountNotes, listAccountNotes)
  serve(mount, notes.writeAccountNote, writeAccountNote)
  serve(mount, notes.deleteAccountNote, deleteAccountNote)
}

function mountChanges(mount: Mount): void {
  serve(mount, changes.previewKeyword, previewKeyword)
  serve(mount, changes.addKeyword, addKeyword)
  serve(mount, changes.previewNegative, previewNegative)
  serve(mount, changes.addNegative, addNegative)
  serve(mount, changes.undoChange, (ctx, { changeId }) => undoChange(ctx, changeId))
  serve(mount, changes.listOwnChanges, listOwnChanges)
}
