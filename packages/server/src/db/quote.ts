/** Names and texts inside statements that take no values: those that make roles, views and comments. */
import pg from 'pg'

export const quoteName = (name: string): string => pg.escapeIdentifier(name)
export const quoteText = (text: string): string => pg.escapeLiteral(text)
