/**
 * Files as browsers fetch them, compressed once when they are built: better than there is time for while somebody waits, a sixth smaller, and
 * nothing for the server to do but send them.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);
/** One below the best, which takes more than twice as long for 2 %. */
const QUALITY = 10;
/** Bytes; what is smaller fits into a packet or two. */
const WORTH_IT = 2048;
const TEXT = /\.(?:js|css|html|svg)$/;

export const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    await Promise.all(
      Object.values(bundle).map(async (file) => {
        const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        if (!TEXT.test(file.fileName) || content.length < WORTH_IT) return;
        const params = {
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_QUALITY]: QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        };
        await writeFile(join(dir, `${file.fileName}.br`), await compress(content, { params }));
      }),
    );
  },
};
