import classes from "../../components/video/creation/creation-form.module.css";
import { TypeChoice } from "../../components/video/creation/type-choice.tsx";
import { SoftwareForm } from "./software-form.tsx";

interface LiveCreationProps {
  /** Tells the fields of this window from those of others. */
  windowId: string;
  /** Goes to the form for files. */
  onVod: () => void;
  onCreated: (live: { uuid: string; title: string }) => void;
}

/** The form 'New Live' (§2): what streaming software publishes. */
export function LiveCreation({ windowId, onVod, onCreated }: LiveCreationProps) {
  return (
    <>
      <div className={classes.choices}>
        <TypeChoice value="live" onOther={onVod} />
      </div>
      <SoftwareForm windowId={windowId} onCreated={onCreated} />
    </>
  );
}
