/** What a browser downloads of script and style for each entry of the built web, compressed. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export interface Bundle {
  readonly entry: string;
  readonly files: number;
  /** Bytes after gzip. */
  readonly script: number;
  readonly style: number;
}

/** Scripts and styles that an HTML page loads before anything is asked for: its own and those preloaded for it. */
function filesOf(html: string): readonly string[] {
  const found = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map((hit) => hit[1] ?? '');
  return [...new Set(found)];
}

export function bundles(dist: string): readonly Bundle[] {
  if (!existsSync(dist)) return [];
  const size = (file: string): number => gzipSync(readFileSync(join(dist, file)), { level: 6 }).length;
  return readdirSync(dist)
    .filter((name) => name.endsWith('.html'))
    .map((entry) => {
      const files = filesOf(readFileSync(join(dist, entry), 'utf8')).filter((file) => existsSync(join(dist, file)));
      const sum = (kind: string): number =>
        files.filter((file) => file.endsWith(kind)).reduce((total, file) => total + size(file), 0);
      return { entry, files: files.length, script: sum('.js'), style: sum('.css') };
    });
}
