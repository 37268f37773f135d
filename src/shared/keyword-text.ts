/** Longer ones Google refuses, as keywords and as negatives. */
export const KEYWORD_CHARACTERS = 80
export const KEYWORD_WORDS = 10

export const hasKeywordLength = (text: string): boolean => [...text].length <= KEYWORD_CHARACTERS
export const hasKeywordWords = (text: string): boolean => text.split(/\s+/).length <= KEYWORD_WORDS

/** People search for more than a keyword holds. */
export const fitsKeyword = (text: string): boolean =>
  hasKeywordLength(text) && hasKeywordWords(text)
