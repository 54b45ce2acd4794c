// The invitation to a table, and its QR code.

import { api, Refusal, sentenceOf } from "./api";
import { rememberedInvite, rememberInvite } from "./invites";
import { qrOf, type QrDrawing } from "./qr";
import type { Store } from "./storage";

type Server = Pick<typeof api, "qr" | "invite">;

export class TableInvite {
  invite = $state<string | null>(null);
  qr = $state.raw<QrDrawing | null>(null);
  isBusy = $state(false);
  trouble = $state<string | null>(null);

  #drawings = 0;

  constructor(
    private readonly table: string,
    private readonly server: Server = api,
    private readonly store?: Store,
  ) {
    this.invite = rememberedInvite(table, store);
  }

  /** Load the QR code, unless it is loaded. */
  async draw(): Promise<void> {
    const { invite } = this;
    if (invite === null || this.qr !== null) return;
    const drawing = ++this.#drawings; // The last one counts: an earlier answer may have another address.
    try {
      const svg = await this.server.qr(this.table, invite);
      if (drawing === this.#drawings && invite === this.invite) this.qr = qrOf(svg);
    } catch (error) {
      // 404: somebody made a newer link. After any other error this one is still valid, and others may have it.
      const isDead = error instanceof Refusal && error.status === 404;
      if (isDead && invite === this.invite) this.invite = null;
    }
  }

  /** Load the QR code again, because the address in it has changed. */
  async redraw(): Promise<void> {
    this.qr = null;
    await this.draw();
  }

  /** Make a new link, which invalidates the old one. */
  async renew(): Promise<void> {
    this.isBusy = true;
    this.trouble = null;
    try {
      const { invite } = await this.server.invite(this.table);
      rememberInvite(this.table, invite, this.store);
      this.invite = invite;
      this.qr = null;
      void this.draw();
    } catch (error) {
      this.trouble = sentenceOf(error);
    } finally {
      this.isBusy = false;
    }
  }
}
