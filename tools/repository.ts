/**
 * The address of the source, without a slash at its end.
 *
 * Its owner fills it in before the first release: this line, then `npm run metadata`, which writes it into every
 * package.json, README and page, and the name made of it into the MCP server's. While OWNER stands here, `npm run release` refuses to publish.
 */
export const repository = 'https://github.com/OWNER/daybook'

/** Whether the owner has filled the address in. */
export const isFilledIn = (address: string = repository): boolean => !address.includes('/OWNER/')

/** The author in every package.json. */
export const author = 'The Daybook authors'

/** The server's name in the MCP registry, where a GitHub account may publish below its own name. */
export const mcpName = `io.github.${new URL(repository).pathname.split('/')[1]}/daybook`
