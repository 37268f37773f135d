CREATE TABLE "account_erasures" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_export_chunks" (
	"export_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "data_export_chunks_export_id_place_pk" PRIMARY KEY("export_id","place")
);
--> statement-breakpoint
CREATE TABLE "data_exports" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"status" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"token_hash" text,
	"expires_at" timestamp with time zone,
	"opened_at" timestamp with time zone,
	"opened_by_hash" text,
	"size" bigint,
	CONSTRAINT "data_exports_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "data_exports_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "erasure_proofs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email_hash" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"asked_by" text NOT NULL,
	"erased_at" timestamp with time zone NOT NULL,
	"accounts" integer NOT NULL,
	"tables" jsonb NOT NULL,
	"verified_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "product_settings" ADD COLUMN "keep_logs_days" integer DEFAULT 365 NOT NULL;--> statement-breakpoint
ALTER TABLE "account_erasures" ADD CONSTRAINT "account_erasures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_export_chunks" ADD CONSTRAINT "data_export_chunks_export_id_data_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."data_exports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_erasures_due" ON "account_erasures" USING btree ("due_at");