CREATE TABLE "verdict_mails" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"is_wanted" boolean DEFAULT true NOT NULL,
	"untold" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "verdict_mails" ADD CONSTRAINT "verdict_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;