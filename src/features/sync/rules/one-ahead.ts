/**
 * The same items, each of which is asked for while the one before is dealt with. After its end nothing is asked for any more,
 * and what was under way has ended too.
 */
export async function* oneAhead<T>(items: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  let next = items.next()
  try {
    for (let item = await next; !item.done; item = await next) {
      next = items.next()
      // Its failure is heard when its turn comes.
      next.catch(() => {})
      yield item.value
    }
  } finally {
    await items.return()
  }
}
