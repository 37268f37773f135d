/** What the server hands to the code that draws the first view of a screen, and what it gets. Both sides know this file only. */
export type FirstViewAsked = {
  /** Path and query, as the browser asked. */
  url: string
  /** Narrower than a table needs; a guess, for the browser does not say how wide its window is. */
  isNarrow: boolean
  /** The reply of an address of ours to who asks for the page; rejects where there is none. */
  read: (address: string) => Promise<unknown>
}

export type FirstView = {
  title: string
  /** Markup of what stands in `#root`. */
  body: string
  /** Replies by address, so that the browser need not ask for them. */
  replies: Record<string, unknown>
  /** What was read for it and is too large to travel with the page: the browser asks for it at once. */
  left: string[]
}

export type DrawFirstView = (asked: FirstViewAsked) => Promise<FirstView | null>

/** The element with the replies, as JSON. */
export const REPLIES_ID = 'replies'

/** Cookies by which the page has its look before any script runs; the values are those of the attributes of the same name. */
export const LOOKS = { theme: ['light', 'dark'], density: ['compact'] } as const
