/**
 * The session has ended and the page holds what nobody has saved yet: signing in over it, so that everything on it stays. The sign-in page comes in
 * a frame of its own, which shares this tab's session storage.
 */
import { queryClient } from './query.ts';
import { saveTags, SIGNED_IN_OVER, storedSession, useSession } from './session.ts';
import './sign-in-over.css';

let isOpen = false;

/** @param leave to the sign-in page, without what was filled in */
export function signInOver(leave: () => void): void {
  if (isOpen) return;
  isOpen = true;
  const { userId, tagsList } = useSession.getState();
  const dialog = document.createElement('dialog');
  dialog.className = 'sign-in-over';
  dialog.ariaLabel = '重新登录';
  const words = document.createElement('p');
  words.textContent = '登录已过期，填写的内容都还在：重新登录后接着填写并保存。';
  const frame = document.createElement('iframe');
  frame.title = '登录';
  frame.src = '/Login?reason=over';
  const give = document.createElement('button');
  give.type = 'button';
  give.textContent = '不接着填了，去登录页';
  give.addEventListener('click', leave);
  dialog.append(words, frame, give);
  // Escape would leave a page that can do nothing.
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  const heard = (event: MessageEvent<unknown>): void => {
    if (event.source !== frame.contentWindow || event.origin !== location.origin || event.data !== SIGNED_IN_OVER)
      return;
    removeEventListener('message', heard);
    const session = storedSession();
    if (session.userId !== userId || session.user?.mustChangePassword === true) {
      // Somebody else's page it must not become.
      leave();
      return;
    }
    useSession.setState({ ...session, tagsList });
    saveTags(tagsList);
    dialog.remove();
    isOpen = false;
    void queryClient.invalidateQueries();
  };
  addEventListener('message', heard);
  document.body.append(dialog);
  dialog.showModal();
}
