/** Numbers for keys (whole, from 0 up to 2^53), in the order in which they come: a Map boxes every key past 2^31. */
export type NumberTable = {
  /** −1 where unknown. */
  find: (key: number) => number
  /** Found or, from `size` on, made. */
  findOrAdd: (key: number) => number
  size: () => number
}

const EMPTY = -1

export function numberTable(): NumberTable {
  let keys = new Float64Array(1 << 12).fill(EMPTY)
  let numbers = new Int32Array(keys.length)
  let size = 0
  const slotOf = (key: number) => {
    const mask = keys.length - 1
    let slot = mixed(key) & mask
    while (keys[slot] !== EMPTY && keys[slot] !== key) slot = (slot + 1) & mask
    return slot
  }
  const grow = () => {
    const [oldKeys, oldNumbers] = [keys, numbers]
    keys = new Float64Array(oldKeys.length * 2).fill(EMPTY)
    numbers = new Int32Array(keys.length)
    for (let i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] === EMPTY) continue
      const slot = slotOf(oldKeys[i]!)
      keys[slot] = oldKeys[i]!
      numbers[slot] = oldNumbers[i]!
    }
  }
  const find = (key: number) => {
    const slot = slotOf(key)
    return keys[slot] === key ? numbers[slot]! : EMPTY
  }
  return {
    find,
    findOrAdd: (key) => {
      const known = find(key)
      if (known !== EMPTY) return known
      if (2 * size >= keys.length) grow()
      const slot = slotOf(key)
      keys[slot] = key
      numbers[slot] = size
      size++
      return size - 1
    },
    size: () => size,
  }
}

/** Both halves of the number count. */
function mixed(key: number): number {
  const high = Math.floor(key / 4_294_967_296)
  const x = Math.imul((key >>> 0) ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1)
  return x ^ (x >>> 15)
}
