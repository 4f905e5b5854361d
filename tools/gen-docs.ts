/** Writes `docs/forms.md` and `docs/forms/` from the definitions: `npm run gen:docs`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EFFECTS } from '@hengneng/forms';
import { DOCS, compiledForms } from './forms.ts';
import { formsPages } from './forms-page.ts';

// pages of modules that went would stay behind
rmSync(join(DOCS, 'forms'), { recursive: true, force: true });
mkdirSync(join(DOCS, 'forms'), { recursive: true });
for (const { path, text } of formsPages(compiledForms(), EFFECTS)) writeFileSync(join(DOCS, path), text);
process.stdout.write('docs/forms.md 与 docs/forms/ 已更新。\n');
