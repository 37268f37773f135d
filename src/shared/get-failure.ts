/**
 * Why a page gave no answer. 'name': it does not exist; 'connection': nothing listens, or it hung up; 'tls': what every browser refuses as
 * well; 'chain': a certificate that we cannot follow and a browser may; 'time': too slow, or the name could not be asked; 'redirects': too
 * many; 'refused': not a public address.
 */
export type GetFailure = 'name' | 'connection' | 'tls' | 'chain' | 'time' | 'redirects' | 'refused'
