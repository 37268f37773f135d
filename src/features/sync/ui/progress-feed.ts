import { isLeavingOnPurpose } from '#kit/api.ts'
import { type SyncProgress, syncProgressPath } from '../contract.ts'
import { underWay } from './under-way.ts'

/**
 * Live progress of many accounts over few connections. A browser gives a host six on HTTP/1.1, so
 * at most two streams are open; one that has answered gives its place to who waits.
 */
const OPEN_AT_MOST = 2
const TURN_MS = 1_500
const IDLE_RECHECK_MS = 60_000
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 30_000

type Feed = {
  customerId: string
  progress: SyncProgress | null
  listeners: Set<() => void>
  failures: number
  hasAnswered: boolean
  stream: EventSource | null
  timer: ReturnType<typeof setTimeout> | undefined
}

const feeds = new Map<string, Feed>()
const waiting: Feed[] = []
/** Feeds with an open stream, the oldest first. */
const open: Feed[] = []

export function progressOf(customerId: string): SyncProgress | null {
  return feeds.get(customerId)?.progress ?? null
}

/** Follows an account until the returned function is called. */
export function followProgress(customerId: string, listener: () => void): () => void {
  const feed = feedOf(customerId)
  feed.listeners.add(listener)
  queue(feed)
  return () => {
    feed.listeners.delete(listener)
    if (feed.listeners.size === 0) leave(feed)
  }
}

/** After a sync was asked for: shows its first state and follows it. */
export function reportStarted(customerId: string, progress: SyncProgress): void {
  const feed = feedOf(customerId)
  publish(feed, progress)
  if (feed.listeners.size > 0) queue(feed)
}

function feedOf(customerId: string): Feed {
  const known = feeds.get(customerId)
  if (known) return known
  const feed: Feed = {
    customerId,
    progress: null,
    listeners: new Set(),
    failures: 0,
    hasAnswered: false,
    stream: null,
    timer: undefined,
  }
  feeds.set(customerId, feed)
  return feed
}

function queue(feed: Feed) {
  clearTimeout(feed.timer)
  if (!feed.stream && !waiting.includes(feed)) waiting.push(feed)
  openNext()
  const answered = open.find((other) => other.hasAnswered)
  if (waiting.length > 0 && answered) handOn(answered)
}

function openNext() {
  if (isLeavingOnPurpose()) return
  while (open.length < OPEN_AT_MOST) {
    const feed = waiting.shift()
    if (!feed) return
    openStream(feed)
  }
}

function openStream(feed: Feed) {
  const stream = new EventSource(syncProgressPath(feed.customerId))
  feed.stream = stream
  feed.hasAnswered = false
  open.push(feed)
  stream.addEventListener('progress', (event) => receive(feed, stream, event))
  stream.addEventListener('error', () => {
    if (feed.stream !== stream) return
    release(feed)
    feed.failures += 1
    const delay = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (feed.failures - 1))
    queueAfter(feed, delay)
  })
}

function receive(feed: Feed, stream: EventSource, event: MessageEvent) {
  if (feed.stream !== stream) return
  const progress = JSON.parse(event.data) as SyncProgress
  feed.failures = 0
  feed.hasAnswered = true
  publish(feed, progress)
  if (!isUnderWay(progress)) {
    release(feed)
    queueAfter(feed, recheckDelay(progress))
  } else if (waiting.length > 0) {
    handOn(feed)
  }
}

/** A failed sync tries again at an instant it names; otherwise something may start at any time. */
function recheckDelay({ nextTryAt }: SyncProgress): number {
  if (!nextTryAt) return IDLE_RECHECK_MS
  const waitMs = new Date(nextTryAt).getTime() - Date.now() + FIRST_RETRY_MS
  return Math.min(IDLE_RECHECK_MS, Math.max(FIRST_RETRY_MS, waitMs))
}

function handOn(feed: Feed) {
  release(feed)
  queueAfter(feed, TURN_MS)
}

export function isUnderWay(progress: SyncProgress): boolean {
  return progress.status === 'queued' || progress.status === 'running'
}

function publish(feed: Feed, progress: SyncProgress) {
  feed.progress = progress
  if (isUnderWay(progress)) underWay.add(feed.customerId)
  else underWay.delete(feed.customerId)
  for (const notify of feed.listeners) notify()
}

function queueAfter(feed: Feed, delayMs: number) {
  clearTimeout(feed.timer)
  feed.timer = setTimeout(() => queue(feed), delayMs)
}

function release(feed: Feed) {
  if (feed.stream) {
    feed.stream.close()
    feed.stream = null
    open.splice(open.indexOf(feed), 1)
  }
  openNext()
}

function leave(feed: Feed) {
  clearTimeout(feed.timer)
  const place = waiting.indexOf(feed)
  if (place >= 0) waiting.splice(place, 1)
  release(feed)
}
