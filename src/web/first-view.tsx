import type { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { listAccounts } from '#features/accounts/contract.ts'
import { getStatus } from '#features/auth/contract/endpoints.ts'
import { createQueryClient, queryOf } from '#kit/query.ts'
import { START } from '#kit/router/location.ts'
import { AssumedZone } from '#kit/today-here.ts'
import { AssumedWide } from '#kit/use-media-query.ts'
import type { FirstView, FirstViewAsked } from '#shared/first-view.ts'
import { type FirstRead, firstReads, READS_OF_ALL } from './first-reads.ts'
import { Program } from './program.tsx'
import { preloadScreens } from './routes.tsx'

/** What React leaves for itself, and styles in attributes, which the page's policy forbids. Texts have neither `<` nor `"`. */
const NOT_FOR_SCREENS = /<!--.*?-->|<template><\/template>| style="[^"]*"/g
/** Of most who have no account yet. */
const USUAL_ZONE = 'Europe/Madrid'
const TITLES = /^(?:<title>([^<]*)<\/title>)+/

/** The program as it is drawn first, by the same components, with what they show read beforehand; null for a stranger. */
export async function drawFirstView(asked: FirstViewAsked): Promise<FirstView | null> {
  const { pathname, search } = new URL(asked.url, 'http://server')
  const client = createQueryClient()
  try {
    const replies: Record<string, unknown> = {}
    const left: string[] = []
    const take = async ({ address, query, isLarge }: FirstRead) => {
      // What cannot be read here the browser asks for, and says what is wrong.
      const reply = await asked.read(address).catch(() => undefined)
      if (isLarge || reply === undefined) left.push(address)
      if (reply === undefined) return
      client.setQueryData(query.queryKey, reply)
      if (!isLarge) replies[address] = reply
    }
    const screens = preloadScreens(pathname)
    await Promise.all(READS_OF_ALL.map(take))
    if (!hasPanel(client)) return null
    const accounts = client.getQueryData(queryOf(listAccounts, {}).queryKey)
    await Promise.all(firstReads(pathname, new URLSearchParams(search), accounts).map(take))
    await screens
    const drawn = renderToString(
      <AssumedWide value={!asked.isNarrow}>
        <AssumedZone value={accounts?.[0]?.timeZone ?? USUAL_ZONE}>
          <Program client={client} at={{ ...START, pathname, search }} />
        </AssumedZone>
      </AssumedWide>,
    )
    const title = TITLES.exec(drawn)?.[1] ?? ''
    const body = drawn.replace(TITLES, '').replace(NOT_FOR_SCREENS, '')
    return { title, body, replies, left }
  } finally {
    // Else its timers would keep what was read for minutes.
    client.clear()
  }
}

function hasPanel(client: QueryClient): boolean {
  return client.getQueryData(queryOf(getStatus, {}).queryKey)?.user?.is_active === true
}
