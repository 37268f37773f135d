/**
 * Words of Google Ads: one table per enum in this folder. The authority is Google's own Spanish interface, except where the
 * text of a screen is fixed. An entry holds each word once; the forms that some places need besides are made here.
 */

/** The entry of a name as Google writes it; undefined for a name that Google has added since. */
export function wordOf<Word>(table: Readonly<Record<string, Word>>, name: string) {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** 'de frase' → 'De frase': at the head of a cell. */
export function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** 'Maximizar clics' → 'maximizar clics', inside a sentence; an acronym at the front ('CPA objetivo') stays. */
export function uncapitalised(text: string): string {
  return /^\p{Lu}\p{Lu}/u.test(text) ? text : text.slice(0, 1).toLowerCase() + text.slice(1)
}
