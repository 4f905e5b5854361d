/** Downloads with a progress notification, as the specification words them. */
import { type CallOptions, fetchFile, isAbort, messageOf, newIntent } from './api.ts';
import { notify } from './notify.ts';

/** Hands a blob to the browser as a file. */
export const saveBlob = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads it asynchronously; revoking at once cancels the download in some.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

type Download = (
  method: 'GET' | 'POST',
  path: string,
  input: object,
  options?: CallOptions & { readonly name?: string },
) => Promise<boolean>;

/** Within this time from the first, a second press belongs to the same double click, however fast the file came. */
const DOUBLE_MS = 500;

/** Files on their way, by what was asked for. */
const underWay = new Map<string, Promise<boolean>>();

/**
 * Downloads a file and says how far it is. Failures are shown, not thrown. Pressed again while it is on its way, it is the same file, made and
 * written to the audit log once.
 * @returns whether it worked
 */
export const download: Download = (method, path, input, options = {}) => {
  const asked = `${method} ${path} ${JSON.stringify(input)}`;
  const known = underWay.get(asked);
  if (known !== undefined) return known;
  const settled = new Promise((resolve) => setTimeout(resolve, DOUBLE_MS));
  const coming = fetched(method, path, input, options);
  void coming.then(() => settled).then(() => underWay.delete(asked));
  underWay.set(asked, coming);
  return coming;
};

const fetched = async (...[method, path, input, options]: Required<Parameters<Download>>): Promise<boolean> => {
  const key = newIntent();
  const title = options.name ?? '正在准备文件';
  notify.progress(key, title, 0);
  try {
    const file = await fetchFile(method, path, input, {
      ...options,
      ...(options.name ? { fallbackName: options.name } : {}),
      onProgress: (percent) => notify.progress(key, title, percent),
    });
    saveBlob(file.blob, file.name);
    notify.closeProgress(key);
    notify.success('资源加载完成');
    return true;
  } catch (error) {
    notify.closeProgress(key);
    if (!isAbort(error)) notify.error(messageOf(error) || '文件请求失败', '错误');
    return false;
  }
};

/** A PDF in the browser's own viewer, in a window of its own: to be read or printed. Its address in memory is given back when that has read it. */
export const openPdf = async (method: 'GET' | 'POST', path: string, input: object): Promise<void> => {
  // Opened by the click itself: a window that comes later is taken for an advertisement.
  const viewer = window.open('', '_blank');
  try {
    const { blob } = await fetchFile(method, path, input);
    // Whatever the content, it is shown as a PDF and never run as a page.
    const url = URL.createObjectURL(new Blob([blob], { type: 'application/pdf' }));
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    if (viewer) viewer.location.replace(url);
    else notify.warning('浏览器拦截了新窗口，请允许本站打开新窗口');
  } catch (error) {
    viewer?.close();
    notify.error(messageOf(error), '错误');
  }
};
